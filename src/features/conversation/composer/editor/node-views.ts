import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { emoticonOf } from '#domain/message/emoticons.ts'
import emoticonStyles from '../../emoticons/emoticon.module.css'
import { emoticonPicture } from '../../emoticons/emoticon-address.ts'
import styles from './rich-textbox.module.css'

/** How an emoticon is called in the chosen language. */
export type EmoticonNaming = (name: string) => string

/** Draws the atoms of a document; what they say is text and no markup. */
export const createNodeViews = (nameOf: EmoticonNaming) => ({
  emoticon: (node: Node): NodeView => ({ dom: drawEmoticon(String(node.attrs.code), nameOf) }),
  mention: (node: Node): NodeView => ({ dom: drawMention(String(node.attrs.words)) }),
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

function drawMention(words: string): HTMLElement {
  const mention = document.createElement('span')
  mention.className = styles.mention ?? ''
  mention.textContent = words
  return mention
}
