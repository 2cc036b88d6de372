import { Link, Outlet, useChildMatches } from '@tanstack/react-router'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { ProfileFacts } from '#schemas/log/events.ts'
import { useApp } from '#src/app/app-context.ts'
import { useAccount } from '#src/app/client-context.tsx'
import { useCopy } from '#src/app/use-copy.ts'
import { paths } from '#src/routes/route-table.ts'
import { useFrameMode } from '#src/ui/frame-mode.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import { LinkRow, listRowTarget } from '#src/ui/list-row.tsx'
import { SkeletonList } from '#src/ui/skeleton.tsx'
import { useToasts } from '#src/ui/toast.tsx'
import { useReadable } from '#src/ui/use-readable.ts'
import { useText } from '#src/ui/use-text.ts'
import { PicturePicker, toUploadFile } from '../forms/picture-picker.tsx'
import { useForm } from '../forms/use-form.ts'
import { useSubmissionWithToast } from '../forms/use-submission.ts'
import { MyPage, Setting } from './my-page.tsx'
import styles from './my-screen.module.css'

/**
 * The personal info. Nickname and signature are edited in a dialog over it in the full frame, and on pages of their own
 * in compact ones [ME-01 ME-06 ME-07].
 */
export const ProfileScreen = () => {
  const isEditing = useChildMatches().length > 0
  const isFull = useFrameMode() === 'full'
  const profile = useReadable(useAccount().profile)
  if (isEditing && !isFull) return <Outlet />
  return (
    <>
      <MyPage titleId="my.profile">
        {profile === undefined ? <SkeletonList rows={4} /> : <PersonalInfo profile={profile} />}
      </MyPage>
      <Outlet />
    </>
  )
}

const PersonalInfo = ({ profile }: { readonly profile: ProfileFacts }) => {
  const text = useText()
  const copy = useCopy()
  const { embeddedIn } = useReadable(useApp().host)
  const { nickname, signature, chatId } = profile
  const phone = embeddedIn === undefined ? phoneOf(profile) : ''
  return (
    <>
      <OwnPicture profile={profile} />
      <div className={styles.group}>
        <FieldLink to={paths.nickname} name={text('contact.nickname')} value={nickname} />
        <FieldLink
          to={paths.signature}
          name={text('contact.signature')}
          value={signature}
          placeholder={text('my.signature.none')}
        />
      </div>
      <div className={styles.group}>
        <dl className={styles.facts}>
          {phone !== '' && (
            <div className={styles.fact}>
              <dt>{text('my.phone')}</dt>
              <dd>{phone}</dd>
            </div>
          )}
          <div className={styles.fact}>
            <dt>{text('my.chat-id')}</dt>
            <dd>
              <bdi>{chatId}</bdi>
              <IconButton label={text('my.copy-chat-id')} icon={<Copy />} onPress={() => void copy(chatId)} />
            </dd>
          </div>
        </dl>
        <FieldLink to={paths.ownCode} name={text('my.code')} />
      </div>
      <Link to={paths.deleteAccount} className={styles['danger-link'] ?? ''}>
        {text('my.delete-account')}
      </Link>
    </>
  )
}

/** The phone number with its country code [ME-02]; empty without one. */
const phoneOf = ({ telCode, phone }: ProfileFacts): string => (phone === '' ? '' : `+${telCode} ${phone}`)

interface FieldLinkProps {
  readonly to: (typeof paths)['nickname' | 'signature' | 'ownCode']
  readonly name: string
  readonly value?: string
  /** Shown instead of an empty value. */
  readonly placeholder?: string
}

/** A row with a field's value that leads to its editing. */
const FieldLink = ({ to, name, value = '', placeholder }: FieldLinkProps) => (
  <Link to={to} className={listRowTarget}>
    <LinkRow title={name} {...(value || placeholder ? { detail: <bdi>{value || placeholder}</bdi> } : {})} />
  </Link>
)

/** The picture: chosen, cropped and turned, then uploaded immediately [ME-01 ME-14 ME-15]. */
const OwnPicture = ({ profile }: { readonly profile: ProfileFacts }) => {
  const text = useText()
  const toasts = useToasts()
  const { changeAvatar } = useAccount()
  const [cropped, setCropped] = useState<File>()
  const form = useForm({ initial: { picture: '' } })
  const submission = useSubmissionWithToast(() => setCropped(undefined))
  const upload = (picture: File) => {
    setCropped(picture)
    submission.submit(async () => {
      const outcome = await changeAvatar(toUploadFile(picture))
      if (outcome.isOk) toasts.show({ kind: 'success', text: text('my.picture.saved') })
      return outcome
    })
  }
  const { userId, nickname, avatarUrl } = profile
  return (
    <Setting id="picture">
      <PicturePicker
        id={userId}
        name={nickname}
        url={avatarUrl}
        label={text('my.picture.change')}
        hint={text(submission.isSubmitting ? 'my.picture.saving' : 'my.picture.hint')}
        picture={cropped}
        form={form}
        onChange={(picture) => picture && upload(picture)}
      />
    </Setting>
  )
}
