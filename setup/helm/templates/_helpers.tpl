{{- define "cyclelab.selector" -}}
app.kubernetes.io/name: cyclelab
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "cyclelab.labels" -}}
{{ include "cyclelab.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{/* Secret with the address of PostgreSQL: the operator's, or the given one. */}}
{{- define "cyclelab.databaseSecret" -}}
{{- if .Values.database.operator -}}
{{ .Release.Name }}-store-app
{{- else -}}
{{ required "database.secret names a secret with the address of PostgreSQL, or set database.operator" .Values.database.secret }}
{{- end -}}
{{- end }}
