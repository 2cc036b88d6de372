/** A part of a text and its offset. */
export interface TextChunk {
  readonly start: number
  readonly text: string
}

/** The shown part of a folded text. */
export interface ClampedText {
  readonly text: string
  /** Whether hidden text follows. */
  readonly isCut: boolean
}

/** Eighteen lines of a bubble never hold more characters. Text that would not be visible is not rendered. */
const mostFolded = 4000
/** A cut moves back to a space within this many characters. */
const nearestSpace = 200
/** A chunk ends with the line in which it reaches one of these limits. */
const chunkLines = 200
const chunkCharacters = 4000

/**
 * Returns the start of a text of which `lines` lines are shown, with one line more to show that it continues [MSG-27].
 */
export function clampText(text: string, lines: number): ClampedText {
  const end = endOfLines(text, 0, lines + 1)
  const isWhole = end === text.length && end <= mostFolded
  if (isWhole) return { text, isCut: false }
  return { text: text.slice(0, end <= mostFolded ? end : cutBefore(text, mostFolded)), isCut: true }
}

/**
 * Splits a text into chunks of whole lines, so that they can be rendered one after the other. Each chunk but the last
 * ends with its line break; the joined chunks give the text unchanged.
 */
export function splitIntoChunks(text: string): readonly TextChunk[] {
  const chunks: TextChunk[] = []
  let start = 0
  while (start < text.length) {
    const end = endOfChunk(text, start) + 1
    chunks.push({ start, text: text.slice(start, end) })
    start = end
  }
  return chunks
}

function endOfChunk(text: string, start: number): number {
  const byLines = endOfLines(text, start, chunkLines)
  if (byLines - start <= chunkCharacters) return byLines
  return endOfLines(text, start + chunkCharacters, 1)
}

/** Returns where the given number of lines ends, without its line break. */
function endOfLines(text: string, from: number, lines: number): number {
  let end = from - 1
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf('\n', end + 1)
    if (end === -1) return text.length
  }
  return end
}

/** Returns a position to cut: at a space if one is near, and never inside a character. */
function cutBefore(text: string, end: number): number {
  const nearby = text.slice(end - nearestSpace, end)
  const space = nearby.search(/\s\S*$/u)
  if (space !== -1) return end - nearestSpace + space
  return /[\uDC00-\uDFFF]/.test(text.charAt(end)) ? end - 1 : end
}
