#include <algorithm>
#include <array>

/* std::find_if ends at its match, after i % 12 other elements. */
uint64_t kernel(uint64_t iterations) {
	static std::array<uint64_t, 12> table{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
	uint64_t sum = 0;
	for (uint64_t i = 0; i < iterations; i++) {
		auto found = std::find_if(table.begin(), table.end(), [i](uint64_t one) {
			MARK(1);
			return one == i % 12;
		});
		sum += static_cast<uint64_t>(found - table.begin());
	}
	return sum;
}
