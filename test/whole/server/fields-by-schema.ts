import * as fc from 'fast-check'
import type * as z from 'zod/mini'

/** The parts of a zod schema that determine its values. */
type Definition = z.core.$ZodTypes['_zod']['def']

/** Values that break careless code: odd numbers, NUL, lone surrogates, very long or deep ones. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    ...[0, -0, -1, 0.5, 1e21, 1e308, 2 ** 31, 2 ** 53, 2 ** 63, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE],
    ...[
      '',
      '0',
      '1.5',
      'NaN',
      '1e999',
      '\0',
      'a\0b',
      '\ud800',
      '9'.repeat(400),
      'x'.repeat(30_000),
      '|',
      '||0|-1|',
    ],
    ...['__proto__', 'constructor', "' or 1=1 --", '%00', '../../etc/passwd', '{"a":1}', '/files/messages/x'],
    ...[
      null,
      true,
      false,
      [],
      {},
      [[[]]],
      { length: -1 },
      JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`),
    ],
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.json().map((text) => JSON.parse(text)),
)

/**
 * Generates values that fit a schema as far as its types state it; one of ten leaves is an odd value instead.
 * @param ids numbers that identify existing objects, so that some values find one
 */
export function fieldsOf(schema: z.core.$ZodType, ids: readonly number[]): fc.Arbitrary<unknown> {
  // Every schema of zod is one of its own types.
  const definition = schema._zod.def as Definition
  const fitting = fittingOf(definition, ids)
  const isLeaf = !['object', 'array', 'union', 'optional', 'nullable', 'default'].includes(definition.type)
  return isLeaf ? fc.oneof({ arbitrary: fitting, weight: 9 }, { arbitrary: oddValue, weight: 1 }) : fitting
}

function fittingOf(definition: Definition, ids: readonly number[]): fc.Arbitrary<unknown> {
  switch (definition.type) {
    case 'object': {
      const entries = Object.entries(definition.shape).map(([name, part]) => [name, fieldsOf(part, ids)])
      return fc.record(Object.fromEntries(entries))
    }
    case 'array':
      return fc.array(fieldsOf(definition.element, ids), { maxLength: 5 })
    case 'union':
      return fc.oneof(...definition.options.map((option) => fieldsOf(option, ids)))
    case 'optional':
    case 'nullable':
    case 'default':
      return fc.oneof(
        { arbitrary: fieldsOf(definition.innerType, ids), weight: 4 },
        { arbitrary: fc.constantFrom(undefined, null), weight: 1 },
      )
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries))
    case 'literal':
      return fc.constantFrom(...definition.values)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return fc.oneof(fc.constantFrom(...ids), fc.nat(), fc.nat({ max: 10 }))
    case 'string':
      return fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        fc.constantFrom(...ids).map((id) => `${id}`),
        fc.array(fc.constantFrom(...ids), { maxLength: 4 }).map((some) => some.join('|')),
        fc.stringMatching(/^[A-Za-z0-9]{20}$/),
        fc.stringMatching(/^\d{6,11}$/),
      )
    default:
      return oddValue
  }
}
