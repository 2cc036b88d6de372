import type { I18n, Messages } from '@lingui/core'

/** How much longer the texts of the pseudo-locale are. Translations of interfaces into other languages rarely exceed it. */
const growth = 1.4

/** Lengthens a text without its placeholders by 40 %: doubles vowels, and adds a word if there are too few. */
export function lengthen(text: string): string {
  const wanted = Math.ceil(text.length * growth)
  let missing = wanted - text.length
  const doubled = text.replace(/[aeiou]/gi, (vowel) => {
    missing -= 1
    return missing >= 0 ? vowel + vowel : vowel
  })
  return missing > 0 && text.trim() !== '' ? `${doubled}${'e'.repeat(missing)}` : doubled
}

type Compiled = Messages[string]

/** Lengthens a compiled message, also inside the branches of a plural. */
function lengthenMessage(message: unknown): unknown {
  // A number of a plural.
  if (message === '#') return message
  if (typeof message === 'string') return lengthen(message)
  if (!Array.isArray(message)) return message
  return message.map((part: unknown) =>
    Array.isArray(part) ? lengthenPlaceholder(part) : lengthenMessage(part),
  )
}

/** A placeholder: its name, then for a plural its kind and its branches. */
function lengthenPlaceholder([name, kind, branches]: readonly unknown[]): unknown {
  if (typeof branches !== 'object' || branches === null) return [name, kind, branches].slice(0, kind ? 2 : 1)
  const lengthened = Object.entries(branches).map(([branch, message]) => [
    branch,
    branch === 'offset' ? message : lengthenMessage(message),
  ])
  return [name, kind, Object.fromEntries(lengthened)]
}

/** Makes all texts that are loaded from now on 40 % longer, so that tests show where an interface has no room. */
export function loadLongTexts(i18n: I18n): void {
  const load = i18n.load.bind(i18n)
  i18n.load = (locale: unknown, messages?: Messages) => {
    if (typeof locale !== 'string' || messages === undefined)
      throw new Error('One language is loaded at a time')
    const long = Object.entries(messages).map(([id, message]) => [id, lengthenMessage(message) as Compiled])
    load(locale, Object.fromEntries(long))
  }
}
