import { expect, test } from 'vitest';
import { crystalCalls, goReferences } from './without-kernel.ts';

test('a Go file refers to the functions and methods of another that have code of their own', () => {
	const source = `package main

type point struct{ x, y int }
func (p point) area() int { return p.x * p.y }
func (p *point) move(by int) { p.x += by }
func square(n int) int { return n * n }
func largest[T int | float64](a, b T) T { return max(a, b) }
func init() {}
`;
	const keep = 'func init() { for _, one := range cyclelabShown { if one == nil { panic(one) } } }';
	expect(goReferences(source)).toBe(
		`package main\nvar cyclelabShown = []any{point.area, (*point).move, square}\n${keep}\nfunc main() {}\n`
	);
	expect(goReferences('package main\n\nfunc main() {}\n')).toBe(
		`package main\nvar cyclelabShown = []any{}\n${keep}\n`
	);
});

test('calls of Crystal’s functions of numbers and arrays, which store what has no written type', () => {
	const source = `def square(n : Int32) : Int32
  n &* n
end

def total(values : Array(Float64))
  values.sum
end

def any(value)
  value
end
`;
	expect(crystalCalls(source)).toBe(`fun __cyclelab_0 = "square(Int32)"(p0 : Int32) : Int32
	square(p0)
end
fun __cyclelab_1 = "total(Array(Float64))"(p0 : Void*, to : Void*)
	result = total(p0.as(Array(Float64)))
	to.as(Pointer(typeof(result))).value = result
end`);
});
