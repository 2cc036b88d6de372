import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useGoBack } from '#src/app/use-go-back.ts'
import { paths } from '#src/routes/route-table.ts'
import { Button } from '#src/ui/button.tsx'
import { Panel } from '#src/ui/panel.tsx'
import { TextField } from '#src/ui/text-field.tsx'
import { useText } from '#src/ui/use-text.ts'
import styles from './groups.module.css'

/** Asks for the id or link of a group and leads to its page. Scanning needs a camera; this works everywhere. */
export const JoinByLinkScreen = () => {
  const text = useText()
  const navigate = useNavigate()
  const goBack = useGoBack(paths.contact)
  const [typed, setTyped] = useState('')
  const [isInvalid, setIsInvalid] = useState(false)
  const open = () => {
    const groupId = readGroupAddress(typed, window.location.origin)
    if (groupId === undefined) return setIsInvalid(true)
    void navigate({ to: paths.joinableGroup, params: { groupId } })
  }
  return (
    <Panel title={text('contact.join-group')} onBack={goBack} placement="centre">
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          open()
        }}
      >
        <TextField
          label={text('group.join.address')}
          description={text('group.join.address.hint')}
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setIsInvalid(false)
          }}
          error={isInvalid ? text('group.join.address.invalid') : undefined}
          autoComplete="off"
          spellCheck={false}
          autoFocus
        />
        <Button type="submit" variant="primary" isWide isDisabled={typed.trim() === ''}>
          {text('group.join.continue')}
        </Button>
      </form>
    </Panel>
  )
}

/**
 * Returns the id of the group that a text names: the id itself, or a link to a group of this site. Undefined for any
 * other text.
 */
export function readGroupAddress(text: string, origin: string): string | undefined {
  const typed = text.trim()
  if (isGroupId(typed)) return typed
  if (!URL.canParse(typed)) return undefined
  const address = new URL(typed)
  const id = /^\/(?:messages\/)?groups\/(\d+)\/?$/.exec(address.pathname)?.[1]
  return address.origin === origin && id !== undefined && isGroupId(id) ? id : undefined
}

const isGroupId = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text)
