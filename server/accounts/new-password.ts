/** A new password has the installation's length and is not a common one. */
import type { Fail } from '../http/verb.ts'
import type { LimitSettings } from '../settings.ts'

export function requireGoodPassword(
  { password, email, parameter }: { password: string; email: string; parameter: string },
  { passwordLengthMin }: Pick<LimitSettings, 'passwordLengthMin'>,
  fail: Fail<'invalid_input' | 'password_too_common'>,
): void {
  const length = [...password].length
  if (length < passwordLengthMin) {
    const expected = `a password of at least ${passwordLengthMin} characters`
    fail('invalid_input', { parameter, expected, got: `${length} characters` })
  }
  if (isCommonPassword(password, email)) fail('password_too_common', { parameter })
}

/** Passwords that are guessed first (NIST SP 800-63B, 5.1.1.2). */

/** Listed in any case, one repeated character, or the account's address or its local part. */
function isCommonPassword(password: string, email: string): boolean {
  const folded = password.toLowerCase()
  return common.has(folded) || /^(.)\1*$/su.test(folded) || folded === email || folded === email.split('@')[0]
}

const common = new Set(
  `
  !qaz2wsx 0123456789 0987654321 11223344 1122334455 112233445566 12121212 123123123 12341234 12344321 123454321
  1234554321 12345678 123456789 1234567890 123456789a 1234567a 1234567q 123456aa 123456ab 123456abc 123456qwe
  12345abc 12345qwert 1234qwer 123789456 123qweasd 123qweasdzxc 147258369 147852369 159753456 1q2w3e4r
  1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 741852963 789456123 87654321 987456321 987654321 9876543210 a1234567
  a12345678 a123456789 a1b2c3d4 aa123456 aa12345678 abc12345 abc123456 abcabc123 abcd1234 abcdefgh abcdefghi
  access14 admin123 admin1234 admin12345 adminadmin administrator alexander alexandra arsenal1 asdf1234 asdfasdf
  asdfghjk asdfghjkl asdfqwer asdqwe123 autumn2025 barcelona baseball baseball1 basketball batman123 blink182
  butterfly changeme changeme1 changeme123 charlie1 chelsea1 chevrolet chocolate chocolate1 christian cocacola
  computer corvette cowboys1 danielle december default1 doctor123 dragon123 dragonball elizabeth facebook
  facebook1 ferrari1 football football1 google123 guest123 harley123 healthcare hello123 hello1234 hellohello
  hockey123 hospital ilovegod iloveme1 iloveyou iloveyou! iloveyou1 iloveyou2 internet january1 jennifer
  jessica1 jonathan killer123 lakers24 letmein! letmein1 letmein123 liverpool liverpool1 lkjhgfdsa login123
  lovelove loveyou1 manchester master123 medicine mercedes michael1 michelle minecraft minecraft1 mnbvcxz1
  monday123 monkey123 motorola mustang1 mylove123 mypassword naruto123 newpassword nicholas nurse123 p@ssw0rd
  p@ssword pa$$word pa55word passport passw0rd password password! password01 password1 password1! password12
  password123 password1234 password2 password99 passwordpassword passwort patricia poiuytrewq pokemon1
  pokemon123 porsche9 praxidex praxidex1 praxidex123 princess princess1 provider q1w2e3r4 q1w2e3r4t5 qazwsx123
  qazwsxedc qweasd123 qweasdzxc qwer1234 qwerty01 qwerty11 qwerty12 qwerty123 qwerty1234 qwerty12345
  qwerty123456 qwertyqwerty qwertyui qwertyuiop rangers1 root1234 rootroot samantha samsung1 samsung123
  secret123 shadow123 soccer123 softball spiderman spring2025 spring2026 starwars starwars1 steelers stephanie
  summer2024 summer2025 summer2026 sunshine sunshine1 superman superman1 swimming temp1234 test1234 testing1
  testing123 testtest testuser thepassword trustno1 user1234 victoria welcome1 welcome1! welcome12 welcome123
  whatever whatever1 winter2024 winter2025 winter2026 yankees1 zaq12wsx zaq1zaq1 zxc123456 zxcv1234 zxcvbnm,
  zxcvbnm1 zxcvbnm123
`
    .trim()
    .split(/\s+/),
)
