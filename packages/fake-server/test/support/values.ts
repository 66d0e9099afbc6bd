export function nestedArrays(levels: number): unknown {
  let value: unknown = [];
  for (let level = 1; level < levels; level += 1) value = [value];
  return value;
}

export function cyclicValue(): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  value['self'] = { first: value, second: value };
  return value;
}
