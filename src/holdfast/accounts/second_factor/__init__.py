"""The second factor: what a person shows besides the password, and the sign-ins that wait for it.

A *second step* is a sign-in whose first factor was right; it opens nothing until the second is shown.

types           what somebody has set, what they are asked for and what they show; refusals that leave the room
second_steps    sign in, or ask for the second factor; and take what is shown
prove           is what somebody shows right; a code, a passkey or a recovery code is spent by it
fresh           changes to an account want somebody who said a moment ago who they are
factors         which factors somebody has set
passkeys        begin to add one, add it, remove it
webauthn        what a browser is asked for, and whether its answer is right
first           what the first factor brings
apps            the authenticator app: show its secret, confirm it, remove it
totp            codes by the clock (RFC 6238)
qr              a text as a QR code
recovery_codes  for the day the phone is gone: make, spend
renew           new recovery codes
remove          for somebody who has lost everything: by an admin, by the operator
store           every SQL statement on this room's tables
"""
