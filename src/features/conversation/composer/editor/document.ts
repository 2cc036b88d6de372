import { type Node, Schema } from 'prosemirror-model'
import type { Composition } from '#domain/message/composition.ts'
import { maxPictures, splitEmoticons } from '#domain/message/emoticons.ts'
import type { DraftMention } from '#schemas/log/message.ts'

/** The document position of the first character: inside the only block. */
export const textStart = 1

/** Returns the document of a composition, with mentions and emoticon codes as atoms. */
export const toDocument = (composition: Composition): Node =>
  schema.node('doc', null, schema.node('body', null, inlineNodes(composition)))

/** Returns the text to send with its mentions; the reverse of `toDocument`. */
export function fromDocument(doc: Node): Composition {
  const texts: string[] = []
  const mentions: DraftMention[] = []
  let at = 0
  doc.firstChild?.forEach((node) => {
    const words = textOf(node)
    if (node.type === mentionType) mentions.push({ userId: node.attrs.userId, at, length: words.length })
    texts.push(words)
    at += words.length
  })
  return { text: texts.join(''), mentions }
}

/** Returns the nodes of a composition in order. */
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

/** Converts parts of one text into nodes. Beyond the limit of images emoticon codes stay text. */
function createPlainNodes(): (text: string) => readonly Node[] {
  let drawn = 0
  return (text) =>
    splitEmoticons(text).map((part) => {
      if (part.kind === 'emoticon') drawn += 1
      const isPicture = part.kind === 'emoticon' && drawn <= maxPictures
      return isPicture ? schema.node('emoticon', { code: part.text }) : schema.text(part.text)
    })
}

/** Returns the document position of a text offset (UTF-16 units); after the atom for an offset inside one. */
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

/** Returns the text between two positions, including emoticon codes and mention names. */
export const textBetween = (doc: Node, from: number, to: number): string => doc.textBetween(from, to)

/**
 * A message being written: one block of text, whose line breaks are characters, with mentions and emoticons in it.
 * There are no rules for parsing HTML, so that only text is read from the page's elements.
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
