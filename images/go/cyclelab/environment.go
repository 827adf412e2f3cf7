package cyclelab

import (
	"strings"
	"syscall"
)

// The text of a variable of ours. Names may have hyphens where the variable has underscores.
func variable(name string) string {
	text, _ := syscall.Getenv("CYCLELAB_" + strings.ReplaceAll(name, "-", "_"))
	return text
}

func number(name string, fallback uint64) uint64 {
	text := variable(name)
	if text == "" || text[0] < '0' || text[0] > '9' {
		return fallback
	}
	return digits(&text)
}

// The number the text begins with, which is cut off.
func digits(text *string) (value uint64) {
	i := 0
	for ; i < len(*text) && (*text)[i] >= '0' && (*text)[i] <= '9'; i++ {
		value = value*10 + uint64((*text)[i]-'0')
	}
	*text = (*text)[i:]
	return value
}
