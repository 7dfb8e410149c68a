{{- define "tsuzuki.labels" -}}
app.kubernetes.io/name: tsuzuki
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "tsuzuki.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- define "tsuzuki.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- end }}
{{- define "tsuzuki.container" -}}
image: {{ include "tsuzuki.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - configMapRef: { name: {{ .Release.Name }}-settings }
  - secretRef: { name: {{ .Values.existingSecret }} }
volumeMounts:
  - { name: temporary, mountPath: /tmp }
{{- end }}
{{- define "tsuzuki.volumes" -}}
- name: temporary
  emptyDir: { sizeLimit: {{ .Values.temporarySize }} }
{{- end }}
