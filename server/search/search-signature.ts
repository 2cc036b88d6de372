import { findableText } from '#domain/message/find-messages.ts'
import { foldForSearch } from '#domain/search/fold-for-search.ts'
import { hasLink, type SearchWords } from '#domain/search/search-words.ts'
import { type MessageType, messageTypes } from '#schemas/message-types.ts'
import type { SearchKind } from '#schemas/wire/calls/search.ts'
import { signatureLength } from '../store/schema/conversations.ts'

/**
 * A signature is a Bloom filter of the characters, pairs and triples of characters that occur in some texts, and of
 * senders and kinds of messages. A message that contains a word sets all bits of the word. The reverse is not certain,
 * so that a search reads the messages whose bits match. One signature covers the messages of a block, 16 consecutive
 * ones of a conversation: about a quarter of its bits are set.
 */
export type Signature = Uint8Array

/** Set by every message, so that it stands for no condition. */
const alwaysSet = 0
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
  readonly body: string
  readonly senderId: number
}

export const emptySignature = (): Signature => new Uint8Array(signatureLength / 8)

/** Returns the signature of a message; undefined if no search finds messages of its type. */
export function signatureOf(message: SignedMessage): Signature | undefined {
  const type = messageTypes.find((known) => known === message.type)
  if (!type || !indexedTypes.includes(type)) return undefined
  const signature = emptySignature()
  const add = (bit: number) => {
    signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (0x80 >> (bit & 7))
  }
  add(alwaysSet)
  addAttribute(mark.sender, message.senderId, add)
  const kind = hasLink({ type, body: message.body }) ? 'link' : kindsOfTypes[type]
  if (kind) addAttribute(mark.kind, kinds.indexOf(kind), add)
  addGrams(foldForSearch(findableText({ type, body: message.body })), { one: add, two: add, three: add })
  return signature
}

/** Adds all bits of a signature to another one. */
export function addSignature(to: Signature, signature: Signature): void {
  for (let index = 0; index < to.length; index += 1) to[index] = (to[index] ?? 0) | (signature[index] ?? 0)
}

/** The number of bits that a search compares. */
export const comparedBits = 16

/** Returns the bits that the signature of every hit has: `comparedBits` numbers, the most selective first. */
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
  return Array.from({ length: comparedBits }, (_, index) => bits[index] ?? alwaysSet)
}

/** Returns at most `count` entries at even distances. */
const spread = (entries: readonly number[], count: number): readonly number[] =>
  entries.length <= count
    ? entries
    : Array.from({ length: count }, (_, index) => entries[Math.floor((index * entries.length) / count)] ?? 0)

type AddBit = (bit: number) => void
const space = 0x20

/**
 * Adds the bits of a folded text: of its UTF-16 units, pairs and triples that contain no space. Han pairs are rare
 * enough not to need triples. The fewer others share a gram's length, the more bits it gets.
 */
function addGrams(folded: string, add: Readonly<Record<'one' | 'two' | 'three', AddBit>>): void {
  for (let index = 0; index < folded.length; index += 1) {
    const first = folded.charCodeAt(index)
    if (first === space) continue
    addBits(hash(first, 0, 0), 5, add.one)
    const second = folded.charCodeAt(index + 1)
    if (Number.isNaN(second) || second === space) continue
    const isPairOfHan = isHan(first) || isHan(second)
    addBits(hash(first, second, 0), isPairOfHan ? 2 : 3, add.two)
    const third = folded.charCodeAt(index + 2)
    if (isPairOfHan || Number.isNaN(third) || third === space || isHan(third)) continue
    addBits(hash(first, second, third), 1, add.three)
  }
}

const addAttribute = (kind: number, value: number, add: AddBit): void =>
  addBits(hash(kind, value & 0xffff, Math.floor(value / 0x10000)), 4, add)

/** Han of the Basic Multilingual Plane; halves of others count as letters. */
const isHan = (unit: number): boolean => unit >= 0x3400 && unit <= 0x9fff

const bitMask = signatureLength - 1

/** Adds two bits of each hash. */
function addBits(hashed: number, count: number, add: AddBit): void {
  let bits = hashed
  for (let index = 0; index < count; index += 1) {
    if (index > 0 && index % 2 === 0) bits = mixed(bits ^ 0x5bd1e995)
    add((index % 2 === 0 ? bits : bits >>> 16) & bitMask)
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

const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const zeros = '0'.repeat(signatureLength / 4)

/** Writes a signature as PostgreSQL reads a bit string, in hexadecimal digits. Most bytes of a message are 0. */
export function writeSignature(signature: Signature): string {
  let text = 'X'
  let written = 0
  for (let index = 0; index < signature.length; index += 1) {
    const byte = signature[index] ?? 0
    if (byte === 0) continue
    text += zeros.slice(0, (index - written) * 2) + (digits[byte] ?? '')
    written = index + 1
  }
  return text + zeros.slice(0, (signature.length - written) * 2)
}
