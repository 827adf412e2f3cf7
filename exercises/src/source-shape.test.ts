import { expect, test } from 'vitest';
import { codeIn, namesIn, shapeOf } from './source-shape.ts';

test('comments, white space and names do not change the shape of a source', () => {
	const one = 'int f(int a) { /* twice */ return a + a; }';
	const other = 'int  twice(int number)\n{ // doubled\n\treturn number + number;\n}';
	expect(shapeOf(other, 'c')).toBe(shapeOf(one, 'c'));
	expect(shapeOf('def f(a) # twice\n a &+ a\nend', 'cr')).toBe(
		shapeOf('def g(b)\nb &+ b\nend', 'cr')
	);
});

test('another operator, number, order or text does', () => {
	const one = shapeOf('a = b + 1; print("x # y");', 'c');
	for (const text of ['a = b - 1; print("x # y");', 'a = b + 2; print("x # y");'])
		expect(shapeOf(text, 'c')).not.toBe(one);
	expect(shapeOf('a = a + 1; print("x # y");', 'c')).not.toBe(one);
	expect(shapeOf('a = b + 1; print("x");', 'c')).not.toBe(one);
});

test('names match the code, and code in a text stands between backticks', () => {
	expect(namesIn('x = f(x, "y"); // z', 'c')).toEqual(['x', 'f']);
	expect(codeIn('Look at `v + 1` and `f`, not at v.')).toEqual(['v + 1', 'f']);
});
