package main

import "strings"

// The arguments as LLVM reads them from a response file (cl::TokenizeGNUCommandLine): separated by white space, any
// character after a backslash is itself. An empty argument cannot be written that way; then it is false.
func quote(arguments []string) (string, bool) {
	var text strings.Builder
	for _, argument := range arguments {
		if argument == "" {
			return "", false
		}
		for i := 0; i < len(argument); i++ {
			if strings.IndexByte(" \t\r\n\\'\"", argument[i]) >= 0 {
				text.WriteByte('\\')
			}
			text.WriteByte(argument[i])
		}
		text.WriteByte('\n')
	}
	return text.String(), true
}
