import { baseKeymap } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { EditorState, type Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import type { Composition } from '#domain/message/composition.ts'
import { type MentionQuery, mentionQuery } from '#domain/message/mention-candidates.ts'
import { isAlike } from '#src/app/use-readable.ts'
import { isComposingKey } from '../enter-key.ts'
import type { Handover, InsertedWords } from '../textbox.ts'
import { fromDocument, positionAt, textStart, toDocument } from './document.ts'
import { createNodeViews, type EmoticonNaming } from './node-views.ts'
import { keepOwnHeight } from './own-height.ts'
import { breakLine, completeCode, insertText, plainTextEvents } from './plain-text.ts'
import { schema } from './schema.ts'
import { scrollInside } from './scroll-inside.ts'

export interface EditorHooks {
  /** Hears a key first; true when it was taken. */
  readonly press: (event: KeyboardEvent) => boolean
  readonly change: (composition: Composition) => void
  readonly query: (query: MentionQuery | undefined) => void
  readonly refuse: () => void
  readonly nameOf: EmoticonNaming
}

export interface Editor {
  focus(): void
  insert(words: InsertedWords, from?: number): void
  /** Another text altogether; what can be undone begins anew. */
  replace(composition: Composition): void
  setAttributes(attributes: Readonly<Record<string, string>>): void
  destroy(): void
}

const plugins: readonly Plugin[] = [
  history(),
  keymap({ 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo }),
  keymap(baseKeymap),
]

/** How far back an @ is looked for, characters. */
const queryReach = 40

/** An editor in `place`, with the text, selection and focus that it is handed. */
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
    handleDOMEvents: plainTextEvents(hooks.refuse),
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

  function insertMention({ text, userId }: InsertedWords, from: number, to: number): void {
    const mention = schema.node('mention', { userId, words: text })
    const transaction = view.state.tr.replaceWith(from, to, [mention, schema.text(' ')])
    view.dispatch(transaction.setSelection(TextSelection.create(transaction.doc, from + 2)).scrollIntoView())
  }

  const endHeight = keepOwnHeight(place, view.dom)
  let shown: Readonly<Record<string, string>> = {}
  if (handover?.isFocused) view.focus()
  return {
    focus: () => view.focus(),
    insert(words, start) {
      const { from, to } = view.state.selection
      const begin = Math.max(textStart, start ?? from)
      if (words.userId === undefined) insertText(view, words.text, { from: begin, to })
      else insertMention(words, begin, to)
    },
    replace: (next) => {
      const state = createState(next, undefined)
      if (isLarge(view.state, state)) view.dom.ownerDocument.getSelection()?.removeAllRanges()
      view.updateState(state)
      hooks.query(undefined)
    },
    setAttributes(attributes) {
      if (isAlike(attributes, shown)) return
      shown = attributes
      view.setProps({ attributes: { ...attributes } })
    },
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
 * Whether so many atoms come or go that browsers would spend long on keeping the selection in its place with each of them:
 * then it is taken away before, and set anew by the editor after.
 */
const isLarge = (before: EditorState, after: EditorState): boolean =>
  Math.abs((before.doc.firstChild?.childCount ?? 0) - (after.doc.firstChild?.childCount ?? 0)) > 50

/** What is looked for at the cursor; atoms end it as line breaks do. */
function queryIn({ doc, selection }: EditorState): MentionQuery | undefined {
  if (!selection.empty) return undefined
  const start = Math.max(textStart, selection.from - queryReach)
  const before = doc.textBetween(start, selection.from, null, '\n')
  const query = mentionQuery(before)
  return query && { keyword: query.keyword, from: start + query.from }
}
