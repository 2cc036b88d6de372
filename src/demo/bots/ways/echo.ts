import { readAll, readingTime, sayAll, unanswered, type Way } from '../way.ts'

/** Longest text that is given back whole, characters. */
const longestEcho = 120

/** Gives back what was said, each time a little differently. */
export const echo: Way = (situation, talk, random) => {
  const heard = unanswered(situation)
  const last = heard.at(-1)
  if (!last) return []
  const used = situation.messages.filter(({ isOwn }) => isOwn).length
  // Each template in turn, so that two answers in a row never look alike.
  const template = talk.echoes[used % talk.echoes.length] ?? '{text}'
  const text = last.text === '' ? talk.echoOfSilence : template.replaceAll('{text}', () => shorten(last.text))
  return [...readAll(heard, readingTime(heard, random)), ...sayAll([text], random)]
}

function shorten(text: string): string {
  const characters = [...text.trim()]
  return characters.length <= longestEcho ? characters.join('') : `…${characters.slice(-40).join('')}`
}
