import * as z from 'zod/mini'

/** Whether a schema takes a value and gives back exactly what it was given. False also where that cannot be told. */
export type IsUnchanged = (value: unknown) => boolean

const cannotTell: IsUnchanged = () => false

/**
 * A parser that gives the same as `z.safeParse`. Nearly everything that comes is as it should be, and then the schema builds
 * a copy of it, without the code of its own that it may not make under our content security policy: that takes ten times
 * as long as looking. Takes what JSON or the browser's storage gave, which nobody else holds.
 */
export function createParser<Schema extends z.core.$ZodType>(schema: Schema) {
  const isUnchanged = unchangedBy(schema)
  return (value: unknown): z.core.util.SafeParseResult<z.output<Schema>> =>
    isUnchanged(value)
      ? // What the schema gives is what was looked at, by what is known of the schema itself.
        { success: true, data: value as z.output<Schema> }
      : z.safeParse(schema, value)
}

/** Reads off a schema how to tell that it changes nothing; of what it does not know, it says so of no value. */
export function unchangedBy(schema: z.core.$ZodType): IsUnchanged {
  // Each schema is one of those that the library names; its `type` says which.
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type !== 'number' && def.checks?.length) return cannotTell
  switch (def.type) {
    case 'string':
      return 'format' in def || 'coerce' in def ? cannotTell : (value) => typeof value === 'string'
    case 'number':
      return numberTest(def)
    case 'boolean':
      return 'coerce' in def ? cannotTell : (value) => typeof value === 'boolean'
    case 'unknown':
      return () => true
    case 'literal':
      return isOneOf(def.values)
    case 'enum':
      return isOneOf(Object.values(def.entries))
    case 'custom':
      return customTest(def)
    case 'optional':
      return either((value) => value === undefined, unchangedBy(def.innerType))
    case 'nullable':
      return either((value) => value === null, unchangedBy(def.innerType))
    case 'default':
      return both((value) => value !== undefined, unchangedBy(def.innerType))
    case 'array':
      return arrayTest(unchangedBy(def.element))
    case 'object':
      return objectTest(def)
    case 'union':
      return unionTest(def)
    default:
      return cannotTell
  }
}

const either =
  (first: IsUnchanged, second: IsUnchanged): IsUnchanged =>
  (value) =>
    first(value) || second(value)

const both =
  (first: IsUnchanged, second: IsUnchanged): IsUnchanged =>
  (value) =>
    first(value) && second(value)

function isOneOf(values: readonly unknown[]): IsUnchanged {
  const known = new Set(values)
  return (value) => known.has(value)
}

function numberTest(def: z.core.$ZodNumberDef): IsUnchanged {
  const isWhole = 'format' in def && def.format === 'safeint'
  if (('format' in def && !isWhole) || def.coerce) return cannotTell
  let test: IsUnchanged = isWhole ? Number.isSafeInteger : Number.isFinite
  for (const check of def.checks ?? []) {
    const limit = limitOf(check)
    if (!limit) return cannotTell
    test = both(test, (value) => limit(Number(value)))
  }
  return test
}

/** The one kind of check that our numbers have: at least, or more than. */
function limitOf(check: z.core.$ZodCheck<never>): ((value: number) => boolean) | undefined {
  const { def } = check._zod
  if (def.check !== 'greater_than') return undefined
  // The library's definition of this check, which the name stands for.
  const { value: limit, inclusive } = def as z.core.$ZodCheckGreaterThanDef
  const least = Number(limit)
  return inclusive ? (value) => value >= least : (value) => value > least
}

/** A check of our own, which only says yes or no. */
function customTest({ fn }: z.core.$ZodCustomDef): IsUnchanged {
  return (value) => {
    const answer: unknown = fn(value)
    return answer === true
  }
}

const arrayTest =
  (isElement: IsUnchanged): IsUnchanged =>
  (value) =>
    Array.isArray(value) && value.every(isElement)

function objectTest({ shape, catchall }: z.core.$ZodObjectDef): IsUnchanged {
  const fields = new Map(Object.entries(shape).map(([key, schema]) => [key, unchangedBy(schema)]))
  const needed = Object.entries(shape).flatMap(([key, schema]) => (isLeftOut(schema) ? [] : [key]))
  const others = catchall && unchangedBy(catchall)
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    for (const key in value) {
      const test = fields.get(key) ?? others
      // The library leaves this one key out.
      if (!test?.(Reflect.get(value, key)) || key === '__proto__') return false
    }
    return needed.every((key) => key in value)
  }
}

/** Whether an object may lack this field and stays without it. */
const isLeftOut = (schema: z.core.$ZodType): boolean => schema._zod.def.type === 'optional'

function unionTest(def: z.core.$ZodUnionDef | z.core.$ZodDiscriminatedUnionDef): IsUnchanged {
  if ('discriminator' in def) return discriminatedTest(def)
  const tests: IsUnchanged[] = []
  for (const option of def.options) {
    const test = unchangedBy(option)
    tests.push(test)
    // Anything else may take a value that a later one would leave as it is, and change it.
    if (test === cannotTell || !plainTypes.has(option._zod.def.type)) break
  }
  return (value) => tests.some((test) => test(value))
}

const plainTypes: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'literal', 'enum'])

function discriminatedTest({ discriminator, options }: z.core.$ZodDiscriminatedUnionDef): IsUnchanged {
  const byValue = new Map<unknown, IsUnchanged>()
  for (const option of options) {
    const test = unchangedBy(option)
    for (const value of option._zod.propValues?.[discriminator] ?? []) byValue.set(value, test)
  }
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    return byValue.get(Reflect.get(value, discriminator))?.(value) ?? false
  }
}
