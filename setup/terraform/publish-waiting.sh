#!/bin/bash
# Sends the number of waiting runs of a class to CloudWatch, for the group of main.tf. Run it every minute where SITE and
# METRICS_TOKEN are set and `aws` may put metrics (cloudwatch:PutMetricData): publish-waiting.sh [class]
set -euo pipefail
class=${1:-x86-64}
waiting=$(curl --fail --silent --show-error --max-time 20 --header "Authorization: Bearer $METRICS_TOKEN" "$SITE/metrics" |
	awk -v class="$class" '
		/^cyclelab_store_runs_waiting/ && index($0, "class=\"" class "\"") { sum += $NF }
		END { print sum + 0 }')
aws cloudwatch put-metric-data --namespace Cyclelab --metric-name RunsWaiting --unit Count \
	--dimensions "Class=$class" --value "$waiting"
