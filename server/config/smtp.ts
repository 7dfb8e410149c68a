import Type from 'typebox';

export const smtpVariables = {
  SMTP_URL: Type.Optional(
    Type.String({
      pattern: '^(smtps?)://.+',
      description: 'mail server, such as smtps://user:password@mail.example:465',
    }),
  ),
  SMTP_TLS: Type.Union([Type.Literal('auto'), Type.Literal('on'), Type.Literal('off')], {
    default: 'auto',
    description:
      'whether smtp:// must be encrypted (STARTTLS) before an e-mail is sent; auto: when a password goes to another machine',
  }),
  SMTP_CA_FILE: Type.Optional(
    Type.String({
      minLength: 1,
      description: "PEM file of the authority that signed the mail server's certificate",
    }),
  ),
};
