#include "acts.h"

static void act(void) {
	static char block[1 << 16];
	memset(block, BYTE, sizeof block);
	for (long left = WANTED; left != 0; left--)
		if (write(CHANNEL, block, sizeof block) < 0) finish();
}
