import { findableText } from '#domain/message/find-messages.ts'
import { foldForSearch } from '#domain/search/fold-for-search.ts'
import { hasLink, type SearchWords } from '#domain/search/search-words.ts'
import type { MessageType } from '#schemas/message-types.ts'
import type { SearchKind } from '#schemas/wire/calls/search.ts'
import { sectionBits, sectionsPerBlock } from '../store/schema/conversations.ts'

/**
 * The bits that are set in the signatures of a block's sections, which follow one another. Some occur twice.
 *
 * A signature is a Bloom filter of the characters, pairs and triples of characters that occur in the texts of a section,
 * and of senders and kinds of messages. A message that contains a word sets all bits of the word. The reverse is not
 * certain, so that a search reads the sections whose bits match. A third of the bits of a full section is set.
 */
export type BlockSignature = number[]

/** Set by every message, so that it stands for no condition. */
export const alwaysSet = 0
/** Marks senders and kinds among the hashed values; no UTF-16 unit is that large. */
const mark = { sender: 0x10000, kind: 0x20000 }
const kinds: readonly SearchKind[] = ['picture', 'file', 'link']
const kindsOfTypes: Readonly<Record<string, SearchKind>> = { pic: 'picture', video: 'picture', file: 'file' }

/** Types with text. Notices and calls have no text that a person wrote, or none at all. */
const textTypes: readonly MessageType[] = ['txt', 'file', 'card', 'invite']
const indexedTypes: readonly MessageType[] = [...textTypes, 'pic', 'video', 'audio', 'emo']

/** Returns the types that a search finds: those with text if it has words, and those of its kind. */
export function typesOfSearch(kind: SearchKind | undefined, words: SearchWords): readonly MessageType[] {
  if (kind === 'picture') return ['pic', 'video']
  if (kind === 'file') return ['file']
  if (kind === 'link') return ['txt']
  return words.length > 0 ? textTypes : indexedTypes
}

interface SignedMessage {
  readonly type: string
  readonly senderId: number
}

/**
 * Adds the bits of a message to one section of a block.
 * @returns false if no search finds messages of its type
 */
export function addMessage(
  signature: BlockSignature,
  section: number,
  { type: storedType, senderId }: SignedMessage,
  body: string,
): boolean {
  const type = indexedTypes.find((indexed) => indexed === storedType)
  if (!type) return false
  const start = section * sectionBits
  const add = (bit: number) => void signature.push(start + bit)
  add(alwaysSet)
  addAttribute(mark.sender, senderId, add)
  const kind = hasLink({ type, body }) ? 'link' : kindsOfTypes[type]
  if (kind) addAttribute(mark.kind, kinds.indexOf(kind), add)
  addGrams(foldForSearch(findableText({ type, body })), { one: add, two: add, three: add })
  return true
}

/** The maximum number of bits that a search compares. */
export const comparedBits = 12

/** Returns bits that the section of every hit has: 1 to 12 numbers, the most selective first. */
export function bitsOfSearch(
  words: SearchWords,
  { senderId, kind }: { readonly senderId?: number | undefined; readonly kind?: SearchKind | undefined },
): readonly number[] {
  const wanted = {
    attributes: new Set<number>(),
    one: new Set<number>(),
    two: new Set<number>(),
    three: new Set<number>(),
  }
  const into = (bits: Set<number>) => (bit: number) => void bits.add(bit)
  if (senderId !== undefined) addAttribute(mark.sender, senderId, into(wanted.attributes))
  if (kind) addAttribute(mark.kind, kinds.indexOf(kind), into(wanted.attributes))
  for (const word of words)
    addGrams(word, { one: into(wanted.one), two: into(wanted.two), three: into(wanted.three) })
  const bits: number[] = []
  for (const group of [wanted.attributes, wanted.three, wanted.two, wanted.one])
    bits.push(...spread([...group], comparedBits - bits.length))
  return bits.length > 0 ? bits : [alwaysSet]
}

/** Returns at most `count` entries at even distances. */
const spread = (entries: readonly number[], count: number): readonly number[] =>
  entries.length <= count
    ? entries
    : Array.from({ length: count }, (_, index) => entries[Math.floor((index * entries.length) / count)] ?? 0)

type AddBit = (bit: number) => void
const space = 0x20

/**
 * Adds the bits of a folded text: of its UTF-16 units, pairs and triples that contain no space. Units get most bits,
 * because a keyword of one has no others. Triples get more than pairs, because fewer texts share them.
 */
function addGrams(folded: string, add: Readonly<Record<'one' | 'two' | 'three', AddBit>>): void {
  for (let index = 0; index < folded.length; index += 1) {
    const first = folded.charCodeAt(index)
    if (first === space) continue
    addBits(hash(first, 0, 0), 5, add.one)
    const second = folded.charCodeAt(index + 1)
    if (Number.isNaN(second) || second === space) continue
    addBits(hash(first, second, 0), 1, add.two)
    const third = folded.charCodeAt(index + 2)
    if (Number.isNaN(third) || third === space) continue
    addBits(hash(first, second, third), 2, add.three)
  }
}

const addAttribute = (kind: number, value: number, add: AddBit): void =>
  addBits(hash(kind, value & 0xffff, Math.floor(value / 0x10000)), 4, add)

/** Adds two bits of each hash. */
function addBits(hashed: number, count: number, add: AddBit): void {
  let bits = hashed
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && index % 2 === 0) bits = mixed(bits ^ 0x5bd1e995)
    add((index % 2 === 0 ? bits : bits >>> 16) % sectionBits)
  }
}

const hash = (first: number, second: number, third: number): number =>
  mixed(
    Math.imul(first + 1, 0x9e3779b1) ^ Math.imul(second + 7, 0x85ebca6b) ^ Math.imul(third + 31, 0xc2b2ae35),
  )

/** The finalizer of MurmurHash3. */
function mixed(value: number): number {
  let hashed = value ^ (value >>> 16)
  hashed = Math.imul(hashed, 0x85ebca6b)
  hashed ^= hashed >>> 13
  hashed = Math.imul(hashed, 0xc2b2ae35)
  return (hashed ^ (hashed >>> 16)) >>> 0
}

/** The values of hexadecimal digits. Zeros between two uses; a new array for each message would cost more than all its bits. */
const digits = new Uint8Array((sectionsPerBlock * sectionBits) / 4)
const hexadecimal = Uint8Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const ascii = new TextDecoder()

/**
 * Writes a signature as PostgreSQL reads a bit string, in hexadecimal digits, without the zeros around it.
 * @returns the text, and the number of bits before it
 */
export function writeSignature(signature: readonly number[]): {
  readonly text: string
  readonly shift: number
} {
  let from = digits.length
  let to = 0
  for (const bit of signature) {
    const at = bit >> 2
    digits[at] = (digits[at] ?? 0) | (8 >> (bit & 3))
    if (at < from) from = at
    if (at >= to) to = at + 1
  }
  if (to === 0) return { text: 'X0', shift: 0 }
  for (let at = from; at < to; at += 1) digits[at] = hexadecimal[digits[at] ?? 0] ?? 0
  const written = digits.subarray(from, to)
  const text = `X${ascii.decode(written)}`
  written.fill(0)
  return { text, shift: from * 4 }
}

/** Writes the bits of one section as PostgreSQL reads a bit string, in binary digits. */
export function writeMask(bits: readonly number[]): string {
  const binary = Array.from({ length: sectionBits }, () => '0')
  for (const bit of bits) binary[bit] = '1'
  return binary.join('')
}

/** Adds the bits of a signature as PostgreSQL writes it, in binary digits. */
export function addWritten(signature: BlockSignature, written: string): void {
  for (let bit = written.indexOf('1'); bit >= 0; bit = written.indexOf('1', bit + 1)) signature.push(bit)
}

/** Returns the same bits by their number: for each one the sections that have it, the first section as the highest bit. */
export function sectionsOfBits(signature: readonly number[]): Int16Array {
  const sections = new Int16Array(sectionBits)
  for (const bit of signature) {
    const at = bit % sectionBits
    sections[at] = (sections[at] ?? 0) | (1 << (sectionsPerBlock - 1 - Math.floor(bit / sectionBits)))
  }
  return sections
}
