/** What a field takes, where no words of its own are given for it (DEC-11). */
export type FieldRule = TextRule | NumberRule
interface TextRule {
  readonly kind: 'text'
  readonly isRequired?: boolean
  /** Most characters, in UTF-16 units. */
  readonly longest?: number
  readonly pattern?: RegExp
}
interface NumberRule {
  readonly kind: 'number'
  readonly isRequired?: boolean
  readonly least?: number
  readonly most?: number
}

/** What helps to fill a field in: the most characters of a text, the bounds of a number [ERR-05]. */
export interface FieldHelper {
  readonly maximum?: number
  readonly minimum?: number
  readonly inputMode?: 'numeric'
}

/** Refuses what does not fit the rule in one of four ways [ERR-04]; spaces around it do not count. */
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

/** What a field of this rule shows beside its value. */
export function helperOf(rule: FieldRule): FieldHelper {
  if (rule.kind === 'text') return rule.longest === undefined ? {} : { maximum: rule.longest }
  const { least, most } = rule
  return {
    ...(least === undefined ? {} : { minimum: least }),
    ...(most === undefined ? {} : { maximum: most }),
    inputMode: 'numeric',
  }
}

/** What is wrong with a field: a text key of the catalogs and its figures, shown beside the field. */
export interface FieldError {
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

/** Refuses a text of fewer than `count` characters under the key that most fields use (DEC-11). */
export const requireLength = (text: string, count: number): FieldError | undefined =>
  text.length < count ? { key: 'errors.string.length', values: { count } } : undefined

/** Refuses a text of more than `count` characters. */
export const limitLength = (text: string, count: number): FieldError | undefined =>
  text.length > count ? { key: 'errors.string.max-length', values: { count } } : undefined
