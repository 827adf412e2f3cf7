using System;
using System.Collections.Generic;
using System.Reflection;

/// <summary>The learner's methods that have one machine code: not the generic ones, which have one for each use.</summary>
static class Methods {
	const BindingFlags every =
		BindingFlags.DeclaredOnly | BindingFlags.Static | BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

	internal static IEnumerable<MethodBase> Of(Assembly learners) {
		foreach (Type type in learners.GetTypes()) {
			if (type.ContainsGenericParameters) continue;
			foreach (MemberInfo member in type.GetMembers(every)) {
				var method = member as MethodBase;
				if (method != null && !method.ContainsGenericParameters && method.GetMethodBody() != null) yield return method;
			}
		}
	}

	/// <summary>Where a call of it leads. Mono looks in the ahead-of-time image first, and compiles a method only if it is
	/// not there.</summary>
	internal static ulong AddressOf(MethodBase method) {
		return (ulong)(long)method.MethodHandle.GetFunctionPointer();
	}
}
