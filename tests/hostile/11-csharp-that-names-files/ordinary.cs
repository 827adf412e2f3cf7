public static class Kernel
{
	public static ulong Run(ulong iterations)
	{
		ulong x = 1;
		for (ulong i = 0; i < iterations; i++)
		{
			x += i;
			x ^= x >> 7;
		}
		return x;
	}
}
