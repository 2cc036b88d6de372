import { baseKeymap } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { EditorState, type Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import { EditorView, type NodeView } from 'prosemirror-view'
import type { Composition } from '#domain/message/composition.ts'
import { emoticonOf } from '#domain/message/emoticons.ts'
import { type MentionQuery, mentionQuery } from '#domain/message/mention-candidates.ts'
import { isShallowEqual } from '#streams/shallow-equal.ts'
import emoticonStyles from '../../message/emoticon.module.css'
import { emoticonPicture } from '../../message/message-text.tsx'
import { type Handover, type InsertedText, isComposingKey } from '../textbox.ts'
import {
  breakLine,
  completeCode,
  fromDocument,
  insertText,
  plainTextEvents,
  positionAt,
  schema,
  textStart,
  toDocument,
} from './document.ts'
import styles from './rich-textbox.module.css'

export interface EditorHooks {
  /** Receives keys first; returns true when it handled one. */
  readonly press: (event: KeyboardEvent) => boolean
  readonly change: (composition: Composition) => void
  readonly query: (query: MentionQuery | undefined) => void
  readonly reject: () => void
  readonly nameOf: EmoticonNaming
}

export interface Editor {
  focus(): void
  insert(inserted: InsertedText, from?: number): void
  /** Replaces the text and resets the undo history. */
  replace(composition: Composition): void
  setAttributes(attributes: Readonly<Record<string, string>>): void
  /** Scrolls the textbox to its cursor. Call it once the attributes that limit its height are set. */
  showCursor(): void
  destroy(): void
}

const plugins: readonly Plugin[] = [
  history(),
  keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo }),
  keymap(baseKeymap),
]

/** Characters before the cursor in which an @ is searched. */
const queryReach = 40

/** Creates an editor in `place` with the given text, selection and focus. */
export function createEditor(
  place: HTMLElement,
  composition: Composition,
  handover: Handover | undefined,
  hooks: EditorHooks,
): Editor {
  const view = new EditorView(place, {
    state: createState(composition, handover),
    nodeViews: createNodeViews(hooks.nameOf),
    handleKeyDown: (_, event) => press(event),
    handleTextInput: completeCode,
    handleDOMEvents: plainTextEvents(hooks.reject),
    handleScrollToSelection: scrollInside,
    dispatchTransaction: apply,
  })

  function press(event: KeyboardEvent): boolean {
    if (hooks.press(event)) return true
    return event.key === 'Enter' && !isComposingKey(event) && breakLine(view)
  }

  function apply(transaction: Transaction): void {
    const state = view.state.apply(transaction)
    if (isLarge(view.state, state)) view.dom.ownerDocument.getSelection()?.removeAllRanges()
    view.updateState(state)
    if (transaction.docChanged) hooks.change(fromDocument(state.doc))
    if (transaction.docChanged || transaction.selectionSet) hooks.query(queryIn(state))
  }

  function insertMention({ text, userId }: InsertedText, from: number, to: number): void {
    const mention = schema.node('mention', { userId, label: text })
    const transaction = view.state.tr.replaceWith(from, to, [mention, schema.text(' ')])
    view.dispatch(transaction.setSelection(TextSelection.create(transaction.doc, from + 2)).scrollIntoView())
  }

  const endHeight = keepOwnHeight(place, view.dom)
  let shown: Readonly<Record<string, string>> = {}
  if (handover?.isFocused) view.focus()
  return {
    focus: () => view.focus(),
    insert(inserted, start) {
      const { from, to } = view.state.selection
      const begin = Math.max(textStart, start ?? from)
      if (inserted.userId === undefined) insertText(view, inserted.text, { from: begin, to })
      else insertMention(inserted, begin, to)
    },
    replace: (next) => {
      const state = createState(next, undefined)
      if (isLarge(view.state, state)) view.dom.ownerDocument.getSelection()?.removeAllRanges()
      view.updateState(state)
      hooks.query(undefined)
    },
    setAttributes(attributes) {
      if (isShallowEqual(attributes, shown)) return
      shown = attributes
      view.setProps({ attributes: { ...attributes } })
    },
    showCursor: () => void scrollInside(view),
    destroy: () => {
      endHeight()
      view.destroy()
    },
  }
}

function createState(composition: Composition, handover: Handover | undefined): EditorState {
  const doc = toDocument(composition)
  const end = composition.text.length
  const [from, to] = [handover?.from ?? end, handover?.to ?? end].map((offset) => positionAt(doc, offset))
  const selection = TextSelection.create(doc, from ?? textStart, to)
  return EditorState.create({ doc, selection, plugins: [...plugins] })
}

/**
 * Returns whether so many atoms change that browsers would spend long on updating the selection for each. The selection
 * is then removed before the update and restored by the editor after it.
 */
const isLarge = (before: EditorState, after: EditorState): boolean =>
  Math.abs((before.doc.firstChild?.childCount ?? 0) - (after.doc.firstChild?.childCount ?? 0)) > 50

/** Returns the mention query at the cursor; atoms and line breaks end it. */
function queryIn({ doc, selection }: EditorState): MentionQuery | undefined {
  if (!selection.empty) return undefined
  const start = Math.max(textStart, selection.from - queryReach)
  const before = doc.textBetween(start, selection.from, null, '\n')
  const query = mentionQuery(before)
  return query && { keyword: query.keyword, from: start + query.from }
}

/** Returns the name of an emoticon in the current language. */
type EmoticonNaming = (name: string) => string

/** Node views of the atoms. Their content is text, never markup. */
const createNodeViews = (nameOf: EmoticonNaming) => ({
  emoticon: (node: Node): NodeView => ({ dom: drawEmoticon(String(node.attrs.code), nameOf) }),
  mention: (node: Node): NodeView => ({ dom: drawMention(String(node.attrs.label)) }),
})

function drawEmoticon(code: string, nameOf: EmoticonNaming): HTMLElement {
  const found = emoticonOf(code)
  const image = document.createElement('span')
  image.className = emoticonStyles.emoticon ?? ''
  image.textContent = found?.character ?? code
  if (!found) return image
  image.style.backgroundImage = emoticonPicture(found)
  image.setAttribute('role', 'img')
  image.setAttribute('aria-label', nameOf(found.name))
  return image
}

function drawMention(label: string): HTMLElement {
  const mention = document.createElement('span')
  mention.className = styles.mention ?? ''
  mention.textContent = label
  return mention
}

/**
 * Sets the height of a size-contained element to that of its content. The page is then laid out again for a new line
 * only, not for every letter. Returns the function that stops it.
 */
function keepOwnHeight(place: HTMLElement, content: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    place.style.blockSize = `${content.offsetHeight}px`
  })
  observer.observe(content)
  return () => observer.disconnect()
}

/** Margin between the cursor and the textbox's edge, CSS px. */
const margin = 5

/**
 * Scrolls the textbox to its cursor. Always returns true: the textbox itself is visible while the user writes, and
 * checking all its ancestors would be a quarter of the cost of a key.
 */
export function scrollInside(view: Pick<EditorView, 'dom' | 'state' | 'coordsAtPos'>): true {
  const { dom, state } = view
  if (dom.scrollHeight <= dom.clientHeight) return true
  const cursor = view.coordsAtPos(state.selection.head)
  const seen = dom.getBoundingClientRect()
  const above = seen.top + margin - cursor.top
  const below = cursor.bottom + margin - seen.bottom
  if (above > 0) dom.scrollTop -= above
  else if (below > 0) dom.scrollTop += below
  return true
}
