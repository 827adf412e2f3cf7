# Runners as a group of machines on AWS that grows with the waiting runs: docs/scale.md. The site is elsewhere.
terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = { source = "hashicorp/aws", version = ">= 5.40" }
  }
}

# The token of the group's runners (`npm run runner:token`, or the site's RUNNER_TOKEN): a machine reads it when it starts, and it
# is in no machine's user data.
data "aws_ssm_parameter" "token" {
  name            = var.token_parameter
  with_decryption = false
}

data "aws_ami" "debian" {
  most_recent = true
  owners      = ["136693071363"] # Debian's account
  filter {
    name   = "name"
    values = ["debian-13-${var.arch}-*"]
  }
}

data "aws_iam_policy_document" "machine" {
  statement {
    actions   = ["ssm:GetParameter"]
    resources = [data.aws_ssm_parameter.token.arn]
  }
}

data "aws_iam_policy_document" "assumed" {
  statement {
    actions = ["sts:AssumeRole"]
    principals {
      type        = "Service"
      identifiers = ["ec2.amazonaws.com"]
    }
  }
}

resource "aws_iam_role" "machine" {
  name_prefix        = "${var.name}-"
  assume_role_policy = data.aws_iam_policy_document.assumed.json
}

resource "aws_iam_role_policy" "machine" {
  role   = aws_iam_role.machine.id
  policy = data.aws_iam_policy_document.machine.json
}

resource "aws_iam_instance_profile" "machine" {
  name_prefix = "${var.name}-"
  role        = aws_iam_role.machine.name
}

# Runners connect outwards: nothing comes in.
resource "aws_security_group" "machine" {
  name_prefix = "${var.name}-"
  description = "Cyclelab runners: out only"
  vpc_id      = var.vpc
  egress {
    from_port   = 0
    to_port     = 0
    protocol    = "-1"
    cidr_blocks = ["0.0.0.0/0"]
  }
}

resource "aws_launch_template" "machine" {
  name_prefix            = "${var.name}-"
  image_id               = data.aws_ami.debian.id
  update_default_version = true
  vpc_security_group_ids = [aws_security_group.machine.id]
  user_data = base64encode(templatefile("${path.module}/cloud-init.yaml", {
    site       = var.site
    name       = var.name
    parameter  = var.token_parameter
    region     = var.region
    repository = var.repository
    version    = var.release
    registry   = var.registry
  }))
  iam_instance_profile {
    arn = aws_iam_instance_profile.machine.arn
  }
  # A container is a hop further away: sandboxes, which have no network anyway, and the runner cannot read the machine's role.
  metadata_options {
    http_tokens                 = "required"
    http_put_response_hop_limit = 1
  }
  block_device_mappings {
    device_name = "/dev/xvda"
    ebs {
      volume_size = 40
      volume_type = "gp3"
      encrypted   = true
    }
  }
}

# The first machines are on demand, the others spot: when one is taken away, its runs return to the queue within three seconds.
resource "aws_autoscaling_group" "runners" {
  name_prefix         = "${var.name}-"
  vpc_zone_identifier = var.subnets
  min_size            = var.least
  max_size            = var.most
  capacity_rebalance  = true
  # Docker and the images: without published images this would be ten minutes.
  default_instance_warmup = 300
  enabled_metrics         = ["GroupInServiceInstances"]
  mixed_instances_policy {
    instances_distribution {
      on_demand_base_capacity                  = var.on_demand
      on_demand_percentage_above_base_capacity = 0
      spot_allocation_strategy                 = "price-capacity-optimized"
    }
    launch_template {
      launch_template_specification {
        launch_template_id = aws_launch_template.machine.id
        version            = aws_launch_template.machine.latest_version
      }
      dynamic "override" {
        for_each = var.instance_types
        content {
          instance_type = override.value
        }
      }
    }
  }
  tag {
    key                 = "Name"
    value               = var.name
    propagate_at_launch = true
  }
}

# Waiting runs for each machine: `publish-waiting.sh` sends them, every minute.
resource "aws_autoscaling_policy" "waiting" {
  name                   = "${var.name}-waiting"
  autoscaling_group_name = aws_autoscaling_group.runners.name
  policy_type            = "TargetTrackingScaling"
  target_tracking_configuration {
    target_value = var.waiting_for_each
    customized_metric_specification {
      metrics {
        id          = "each"
        expression  = "waiting / machines"
        return_data = true
      }
      metrics {
        id          = "waiting"
        return_data = false
        metric_stat {
          stat = "Maximum"
          metric {
            namespace   = "Cyclelab"
            metric_name = "RunsWaiting"
            dimensions {
              name  = "Class"
              value = var.class
            }
          }
        }
      }
      metrics {
        id          = "machines"
        return_data = false
        metric_stat {
          stat = "Average"
          metric {
            namespace   = "AWS/AutoScaling"
            metric_name = "GroupInServiceInstances"
            dimensions {
              name  = "AutoScalingGroupName"
              value = aws_autoscaling_group.runners.name
            }
          }
        }
      }
    }
  }
}

output "group" {
  description = "Name of the autoscaling group"
  value       = aws_autoscaling_group.runners.name
}
