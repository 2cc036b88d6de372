import { redo, undo } from 'prosemirror-history'
import { type Node, Schema } from 'prosemirror-model'
import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type Composition, longestComposition, plainComposition } from '#domain/message/composition.ts'
import { emoticonOf, maxPictures, splitEmoticons } from '#domain/message/emoticons.ts'
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
    const text = textOf(node)
    if (node.type === mentionType) mentions.push({ userId: node.attrs.userId, at, length: text.length })
    texts.push(text)
    at += text.length
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
    nodes.push(schema.node('mention', { userId, label: text.slice(at, at + length) }))
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
      group: 'inline',
      inline: true,
      atom: true,
      selectable: false,
      draggable: false,
      attrs: { userId: { validate: 'number' }, label: { validate: 'string' } },
      leafText: (node) => String(node.attrs.label),
    },
    emoticon: {
      group: 'inline',
      inline: true,
      atom: true,
      selectable: false,
      draggable: false,
      attrs: { code: { validate: 'string' } },
      leafText: (node) => String(node.attrs.code),
    },
  },
})

const mentionType = schema.nodes.mention

interface Place {
  readonly from: number
  readonly to: number
}

/** Returns the selected text. */
const selected = ({ state }: EditorView): Place => ({
  from: Math.max(textStart, state.selection.from),
  to: Math.min(state.doc.content.size - textStart, state.selection.to),
})

/** Replaces the selection, or inserts text at a position. Returns false if the result would be too long (DEC-154). */
export function insertText(view: EditorView, text: string, place: Place = selected(view)): boolean {
  const plain = text.replace(/\r\n?/gu, '\n')
  const { doc } = view.state
  if (fromDocument(doc).text.length + plain.length > longestComposition) return false
  const nodes = inlineNodes(plainComposition(plain))
  const size = nodes.reduce((total, node) => total + node.nodeSize, 0)
  const transaction = view.state.tr.replaceWith(place.from, place.to, nodes)
  transaction.setSelection(TextSelection.create(transaction.doc, place.from + size))
  view.dispatch(transaction.scrollIntoView())
  return true
}

/** Inserts a line break at the cursor. */
export const breakLine = (view: EditorView): boolean => insertText(view, '\n')

/** Converts a completely typed or inserted emoticon code into its emoticon [MSG-25]. */
export function completeCode(view: EditorView, from: number, to: number, typed: string): boolean {
  if (view.composing) return false
  if (splitEmoticons(typed).some(({ kind }) => kind === 'emoticon'))
    return insertText(view, typed, { from, to })
  if (typed !== ']') return false
  const start = Math.max(textStart, from - longestCode)
  const before = view.state.doc.textBetween(start, from, null, '\n')
  const at = before.lastIndexOf('[')
  const code = before.slice(at) + typed
  if (at < 0 || !emoticonOf(code)) return false
  const node = schema.node('emoticon', { code })
  view.dispatch(view.state.tr.replaceWith(start + at, to, node).scrollIntoView())
  return true
}

/** Longest emoticon code before its closing bracket, characters. */
const longestCode = 5

/**
 * Handlers of paste, drop, copy and cut as plain text. Nothing here reads or writes HTML. Each returns true when the
 * editor must ignore the event.
 */
export const plainTextEvents = (reject: () => void) => ({
  paste(view: EditorView, event: ClipboardEvent): boolean {
    event.preventDefault()
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text !== '' && !insertText(view, text)) reject()
    return true
  },
  copy(view: EditorView, event: ClipboardEvent): boolean {
    const { from, to } = selected(view)
    if (from === to || !event.clipboardData) return true
    event.preventDefault()
    event.clipboardData.setData('text/plain', textBetween(view.state.doc, from, to))
    return true
  },
  cut(view: EditorView, event: ClipboardEvent): boolean {
    this.copy(view, event)
    if (event.defaultPrevented) insertText(view, '')
    return true
  },
  dragstart(_: EditorView, event: DragEvent): boolean {
    event.preventDefault()
    return true
  },
  drop(view: EditorView, event: DragEvent): boolean {
    const text = event.dataTransfer?.files.length === 0 ? event.dataTransfer.getData('text/plain') : ''
    // The screen handles dropped files.
    if (text === '') return true
    event.preventDefault()
    const position = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
    const place =
      position === undefined
        ? selected(view)
        : { from: Math.max(textStart, position), to: Math.max(textStart, position) }
    if (!insertText(view, text, place)) reject()
    return true
  },
  /** Input commands that dictation, menus and phones send without a key event. */
  beforeinput(view: EditorView, event: InputEvent): boolean {
    if (event.isComposing) return false
    const action = commandOf(view, event)
    if (!action) return false
    event.preventDefault()
    if (!action()) reject()
    return true
  },
})

/** Returns the target of an input: the page's selection, which the editor may not have read yet. */
function targetOf(view: EditorView, event: InputEvent): Place {
  const [range] = event.getTargetRanges()
  if (!range || !view.dom.contains(range.startContainer) || !view.dom.contains(range.endContainer))
    return selected(view)
  const end = view.state.doc.content.size - textStart
  const place = (container: globalThis.Node, offset: number) =>
    Math.min(end, Math.max(textStart, view.posAtDOM(container, offset)))
  return {
    from: place(range.startContainer, range.startOffset),
    to: place(range.endContainer, range.endOffset),
  }
}

/**
 * Returns the command of an input that the editor does not handle itself. The command returns false if the text would
 * be too long.
 */
function commandOf(view: EditorView, event: InputEvent): (() => boolean) | undefined {
  const { inputType, data } = event
  const isBreak = inputType === 'insertParagraph' || inputType === 'insertLineBreak'
  const typed = isBreak ? '\n' : inputType === 'insertText' && data?.includes('\n') ? data : undefined
  if (typed !== undefined) return () => insertText(view, typed, targetOf(view, event))
  if (inputType.startsWith('format')) return () => true
  const history = inputType === 'historyUndo' ? undo : inputType === 'historyRedo' ? redo : undefined
  return history && (() => history(view.state, view.dispatch) || true)
}
