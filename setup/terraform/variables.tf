variable "site" {
  description = "Address of the site, https://..."
  type        = string
}

variable "token_parameter" {
  description = "Name of the SSM parameter (SecureString) with the runners' token: the site's RUNNER_TOKEN, as a token of `npm run runner:token` belongs to one runner"
  type        = string
}

variable "vpc" {
  description = "Id of the VPC"
  type        = string
}

variable "subnets" {
  description = "Ids of subnets from which machines reach the site, the registry and Debian's mirror"
  type        = list(string)
}

variable "region" {
  description = "Region of the SSM parameter"
  type        = string
}

variable "name" {
  description = "Of the group and of what belongs to it, and the beginning of each runner's name"
  type        = string
  default     = "cyclelab-runner"
}

variable "repository" {
  description = "Git address of the sources"
  type        = string
  default     = "https://github.com/owner/cyclelab"
}

variable "release" {
  description = "Tag of the release, whose images are pulled"
  type        = string
}

variable "registry" {
  description = "Where the release's images are (IMAGES_FROM)"
  type        = string
  default     = "ghcr.io/owner"
}

variable "arch" {
  description = "amd64 or arm64"
  type        = string
  default     = "amd64"
}

variable "class" {
  description = "The class of waiting runs that the group grows with"
  type        = string
  default     = "x86-64"
}

# Machines of one kind: each kind of processor is a queue of its own for runs that name it. Two cores at least, of which one measures.
variable "instance_types" {
  description = "Types of one processor family, for spot from several pools"
  type        = list(string)
  default     = ["c7a.xlarge", "m7a.xlarge", "r7a.xlarge"]
}

variable "least" {
  description = "Fewest machines; with none the group could not grow, as nothing would be divided by its size"
  type        = number
  default     = 1
  validation {
    condition     = var.least >= 1
    error_message = "Keep at least one machine."
  }
}

variable "most" {
  description = "Most machines"
  type        = number
  default     = 10
}

variable "on_demand" {
  description = "Machines that are not spot"
  type        = number
  default     = 1
}

variable "waiting_for_each" {
  description = "Waiting runs for each machine that the group aims at: a measurement takes some ten seconds of its measuring core"
  type        = number
  default     = 4
}
