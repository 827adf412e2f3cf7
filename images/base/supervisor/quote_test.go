package main

import "testing"

func TestArgumentsAreWrittenAsLlvmReadsThem(t *testing.T) {
	for _, c := range []struct {
		arguments []string
		text      string
		possible  bool
	}{
		{nil, "", true},
		{[]string{"-O2", "../in/a.c"}, "-O2\n../in/a.c\n", true},
		{[]string{"a b", "c\td", "e\nf"}, "a\\ b\nc\\\td\ne\\\nf\n", true},
		{[]string{`-DX="q"`, `it's`, `back\slash`}, "-DX=\\\"q\\\"\nit\\'s\nback\\\\slash\n", true},
		{[]string{"å", "@file"}, "å\n@file\n", true},
		{[]string{"-o", ""}, "", false},
	} {
		if text, possible := quote(c.arguments); text != c.text || possible != c.possible {
			t.Errorf("%q: %q %v", c.arguments, text, possible)
		}
	}
}
