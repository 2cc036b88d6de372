import { Schema } from 'prosemirror-model'

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

export const mentionType = schema.nodes.mention
