/** A stretch of a text, and where it begins in it. */
export interface TextChunk {
  readonly start: number
  readonly text: string
}

/** The part of a folded text that is drawn. */
export interface ClampedText {
  readonly text: string
  /** Whether something follows that is not drawn. */
  readonly isCut: boolean
}

/** No eighteen lines of a bubble hold more characters; of what would not be seen nothing is drawn. */
const mostFolded = 4000
/** A cut goes back to a space if there is one so near, characters. */
const nearestSpace = 200
/** A stretch ends with the line in which it reaches one of these. */
const stretchLines = 200
const stretchCharacters = 4000

/** The beginning of a text of which `lines` lines are to show: one line more, so that it is seen to go on [MSG-27]. */
export function clampText(text: string, lines: number): ClampedText {
  const end = endOfLines(text, 0, lines + 1)
  const isWhole = end === text.length && end <= mostFolded
  if (isWhole) return { text, isCut: false }
  return { text: text.slice(0, end <= mostFolded ? end : cutBefore(text, mostFolded)), isCut: true }
}

/**
 * A text in stretches of whole lines that stand below each other, so that it need not be drawn at once; each but the last ends
 * with its line break, and joined they give the text unchanged.
 */
export function splitIntoChunks(text: string): readonly TextChunk[] {
  const stretches: TextChunk[] = []
  let start = 0
  while (start < text.length) {
    const end = endOfStretch(text, start) + 1
    stretches.push({ start, text: text.slice(start, end) })
    start = end
  }
  return stretches
}

function endOfStretch(text: string, start: number): number {
  const byLines = endOfLines(text, start, stretchLines)
  if (byLines - start <= stretchCharacters) return byLines
  return endOfLines(text, start + stretchCharacters, 1)
}

/** Where the given number of lines ends, without its line break. */
function endOfLines(text: string, from: number, lines: number): number {
  let end = from - 1
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return text.length
  }
  return end
}

/** A place to cut: at a space if one is near, and never within a character. */
function cutBefore(text: string, end: number): number {
  const nearby = text.slice(end - nearestSpace, end)
  const space = nearby.search(/\s\S*$/u)
  if (space !== -1) return end - nearestSpace + space
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end - 1 : end
}
