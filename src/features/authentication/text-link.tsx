import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import styles from './form.module.css'

const Anchor = (props: ComponentProps<'a'>) => <a {...props} className={styles.link} />

/** A link inside or under a form; takes what the router's own link takes. */
export const TextLink = createLink(Anchor)
