import { baseKeymap } from 'prosemirror-commands'
import { keymap } from 'prosemirror-keymap'
import { Schema } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'text*', toDOM: () => ['p', 0], parseDOM: [{ tag: 'p' }] },
    text: {},
  },
})

/** The message editor alone on a page. */
const root = document.querySelector('#root')
if (root === null) throw new Error('the page has no root')
new EditorView(root, { state: EditorState.create({ schema, plugins: [keymap(baseKeymap)] }) }).focus()
