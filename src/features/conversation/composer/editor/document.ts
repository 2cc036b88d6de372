import { type Node, Schema } from 'prosemirror-model'
import type { Composition } from '#domain/message/composition.ts'
import { mostPictures, splitEmoticons } from '#domain/message/emoticons.ts'
import type { DraftMention } from '#schemas/log/message.ts'

/** Where the text begins in a document: inside its only block. */
export const textStart = 1

/** The document of a composition: mentions and codes of emoticons as atoms, all else as it is. */
export const toDocument = (composition: Composition): Node =>
  schema.node('doc', null, schema.node('body', null, inlineNodes(composition)))

/** The text as it is sent, with the mentions in it; the reverse of `toDocument`. */
export function fromDocument(doc: Node): Composition {
  const stretches: string[] = []
  const mentions: DraftMention[] = []
  let at = 0
  doc.firstChild?.forEach((node) => {
    const words = textOf(node)
    if (node.type === mentionType) mentions.push({ userId: node.attrs.userId, at, length: words.length })
    stretches.push(words)
    at += words.length
  })
  return { text: stretches.join(''), mentions }
}

/** What a composition is in a document's block, in order. */
export function inlineNodes({ text, mentions }: Composition): Node[] {
  const nodes: Node[] = []
  let reached = 0
  const plainNodes = createPlainNodes()
  for (const { userId, at, length } of mentions) {
    nodes.push(...plainNodes(text.slice(reached, at)))
    nodes.push(schema.node('mention', { userId, words: text.slice(at, at + length) }))
    reached = at + length
  }
  nodes.push(...plainNodes(text.slice(reached)))
  return nodes
}

/** Turns stretches of one text into nodes; beyond the most pictures codes stay codes. */
function createPlainNodes(): (text: string) => readonly Node[] {
  let drawn = 0
  return (text) =>
    splitEmoticons(text).map((part) => {
      if (part.kind === 'emoticon') drawn += 1
      const isPicture = part.kind === 'emoticon' && drawn <= mostPictures
      return isPicture ? schema.node('emoticon', { code: part.text }) : schema.text(part.text)
    })
}

/** The place in the document of an offset in the text, UTF-16 units; one inside of an atom is after it. */
export function positionAt(doc: Node, offset: number): number {
  let position = textStart
  let left = offset
  doc.firstChild?.forEach((node) => {
    if (left <= 0) return
    const length = textOf(node).length
    position += node.isText ? Math.min(left, length) : node.nodeSize
    left -= length
  })
  return position
}

const textOf = (node: Node): string =>
  node.isText ? (node.text ?? '') : (node.type.spec.leafText?.(node) ?? '')

/** The text between two places, codes of emoticons and words of mentions included. */
export const textBetween = (doc: Node, from: number, to: number): string => doc.textBetween(from, to)

/**
 * A message being written: one block of text, whose line breaks are characters, with mentions and emoticons in it. There are
 * no rules for parsing HTML: whatever the page's elements say, text is all that is read from them.
 */
export const schema = new Schema({
  nodes: {
    doc: { content: 'body' },
    body: { content: 'inline*', whitespace: 'pre', toDOM: () => ['div', 0] },
    text: { group: 'inline' },
    mention: {
      ...{ group: 'inline', inline: true, atom: true, selectable: false, draggable: false },
      attrs: { userId: { validate: 'number' }, words: { validate: 'string' } },
      leafText: (node) => String(node.attrs.words),
    },
    emoticon: {
      ...{ group: 'inline', inline: true, atom: true, selectable: false, draggable: false },
      attrs: { code: { validate: 'string' } },
      leafText: (node) => String(node.attrs.code),
    },
  },
})

const mentionType = schema.nodes.mention
