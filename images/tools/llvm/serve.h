// What the server needs of the program it is part of.
#pragma once

// The tool of this name, from its first line to its exit code.
int runTool(int count, char **words);

// All that every tool does first, and that does not depend on what it is asked.
void fillRegistries();

// Answers requests until there are none any more; the exit code.
int serve();
