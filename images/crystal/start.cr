# Compiled after the learner's file: hands over to the harness when the file's own top-level code has run.
#
# A release build optimises everything that is reachable. A program of three lines reaches 300 KB of machine code that it
# never runs: the reader of debug information behind backtraces, the event loop of the signal handlers, a file of random
# bytes for kernels without getrandom, standard output on a terminal. Without them the compiler takes 0.8 instead of 15
# seconds, and the kernel's code is the same. The message of an uncaught exception is printed without a backtrace.

lib LibCyclelabHarness
  fun run = cyclelab_run : Int32
end

struct Exception::CallStack
  def self.setup_crash_handler : Nil
  end

  def self.load_debug_info : Nil
  end

  def self.print_backtrace : Nil
  end

  def printable_backtrace : Array(String)
    [] of String
  end
end

# Crystal's own printf is compiled for each combination of arguments, into a third of the program's code before optimisation.
# The C library's prints the same; a message ends at a NUL.
module Crystal::System
  def self.print_error(message, *args) : Nil
    LibC.dprintf(2, message, *args)
  end
end

module Crystal::System::Signal
  # The handlers write to a pipe, and nothing here reads it, so it has closed ends.
  @@pipe : {IO::FileDescriptor, IO::FileDescriptor} = {IO::FileDescriptor.new(-1), IO::FileDescriptor.new(-1)}

  def self.setup_default_handlers : Nil
  end
end

lib LibC
  fun arc4random_buf(buffer : Void*, size : SizeT) : Void
end

module Crystal::System::Random
  def self.random_bytes(buf : Bytes) : Nil
    LibC.arc4random_buf(buf, buf.size)
  end

  def self.next_u : UInt8
    byte = uninitialized UInt8
    LibC.arc4random_buf(pointerof(byte), 1)
    byte
  end
end

# Standard input and output are no terminal.
module Crystal::System::FileDescriptor
  def self.from_stdio(fd)
    IO::FileDescriptor.new(fd).tap(&.flush_on_newline=(true))
  end
end

class Crystal::Scheduler
  # Would start a fiber that tidies up the stacks of ended ones.
  def self.init : Nil
  end

  private def fatal_resume_error(fiber, message)
    Crystal::System.print_error "%s\n", message
    LibC.exit(1)
  end
end

# The harness is C without unwind tables, so no exception of a kernel passes it: it ends here.
fun __crystal_raise(unwind_ex : LibUnwind::Exception*) : NoReturn
  LibUnwind.raise_exception(unwind_ex)
  Crystal::System.print_exception("Unhandled exception", unwind_ex.value.exception_object.as(Exception))
  LibC.exit(1)
end

fun main(argc : Int32, argv : UInt8**) : Int32
  # In the counting emulator, /proc does not list the stack. The collector warns, and then finds the stack by other means.
  LibGC.set_warn_proc ->(message, value) { }
  GC.init
  Crystal.main_user_code(argc, argv)
  0
end

LibCyclelabHarness.run
