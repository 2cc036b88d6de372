/** The rule of a generic field without its own error texts (DEC-11). */
export type FieldRule = TextRule | NumberRule
interface TextRule {
  readonly kind: 'text'
  readonly isRequired?: boolean
  /** The maximum length in UTF-16 units. */
  readonly longest?: number
  readonly pattern?: RegExp
}
interface NumberRule {
  readonly kind: 'number'
  readonly isRequired?: boolean
  readonly least?: number
  readonly most?: number
}

/** The hint of a field: the maximum length of a text, the bounds of a number [ERR-05]. */
export interface FieldHint {
  readonly maximum?: number
  readonly minimum?: number
  readonly inputMode?: 'numeric'
}

/** Rejects a value that breaks the rule in one of four ways [ERR-04]; surrounding spaces do not count. */
export function checkByRule(typed: string, rule: FieldRule): FieldError | undefined {
  const value = typed.trim()
  if (value === '') return rule.isRequired ? { key: 'errors.value-required' } : undefined
  return rule.kind === 'text' ? checkText(value, rule) : checkNumber(value, rule)
}

function checkText(value: string, { longest, pattern }: TextRule): FieldError | undefined {
  if (longest !== undefined && value.length > longest) return { key: 'errors.too-big' }
  return pattern?.test(value) === false ? { key: 'errors.value-not-valid' } : undefined
}

function checkNumber(value: string, { least = -Infinity, most = Infinity }: NumberRule) {
  const number = Number(value)
  if (!Number.isFinite(number)) return { key: 'errors.value-not-valid' }
  if (number < least) return { key: 'errors.too-small' }
  return number > most ? { key: 'errors.too-big' } : undefined
}

/** Returns the hint that a field of this rule shows. */
export function hintOf(rule: FieldRule): FieldHint {
  if (rule.kind === 'text') return rule.longest === undefined ? {} : { maximum: rule.longest }
  const { least, most } = rule
  return {
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
    inputMode: 'numeric',
  }
}

/** The error of a field: a text key of the catalogs with its numbers. */
export interface FieldError {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** Rejects a text of fewer than `count` characters with the key that most fields use (DEC-11). */
export const requireLength = (text: string, count: number): FieldError | undefined =>
  text.length < count ? { key: 'errors.string.length', values: { count } } : undefined

/** Rejects a text of more than `count` characters. */
export const limitLength = (text: string, count: number): FieldError | undefined =>
  text.length > count ? { key: 'errors.string.max-length', values: { count } } : undefined
