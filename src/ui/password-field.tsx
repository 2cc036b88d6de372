import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from './icon-button.tsx'
import { TextField, type TextFieldProps } from './text-field.tsx'
import { useText } from './use-text.ts'

/** A password whose letters can be shown for a moment. */
export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'isMultiLine' | 'trailing'>) => {
  const text = useText()
  const [isShown, setIsShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      spellCheck="false"
      {...props}
      type={isShown ? 'text' : 'password'}
      trailing={
        <IconButton
          label={text(isShown ? 'common.hide-password' : 'common.show-password')}
          icon={isShown ? <EyeOff /> : <Eye />}
          onPress={() => setIsShown(!isShown)}
        />
      }
    />
  )
}
