# Plays a formula as Homebrew does: https://docs.brew.sh/Formula-Cookbook
#
#   ruby formula.rb FORMULA (macos|linux) (arm|intel)                 prints what it downloads, as JSON
#   ruby formula.rb FORMULA OS CPU FOLDER PREFIX [--test]             installs the unpacked download, and tests it
#
# Owns the words that a formula may use; any other word ends the program.

require "fileutils"
require "json"
require "pathname"

FORMULA, OS, CPU, FOLDER, PREFIX, TEST = ARGV

# A directory of the installation.
class Pathname
  def install(*files)
    mkpath
    files.flatten.each do |file|
      from, to = file.is_a?(Hash) ? file.first : [file, File.basename(file)]
      raise "#{from} is not in the archive" unless File.file?(from)
      FileUtils.mv(from, join(to))
    end
  end
end

class Formula
  SAID = {}

  class << self
    %i[desc homepage version license url sha256].each do |word|
      define_method(word) do |value|
        raise "#{word} is there twice" if SAID.key?(word)
        SAID[word] = value
      end
    end

    { on_macos: OS == "macos", on_linux: OS == "linux", on_arm: CPU == "arm", on_intel: CPU == "intel" }.each do |word, is_here|
      define_method(word) { |&block| block.call if is_here }
    end

    def test(&block)
      define_method(:test, &block)
    end
  end

  PLACES = {
    bin: "bin", man1: "share/man/man1", bash_completion: "etc/bash_completion.d",
    zsh_completion: "share/zsh/site-functions", fish_completion: "share/fish/vendor_completions.d"
  }.freeze
  PLACES.each { |word, place| define_method(word) { Pathname(PREFIX).join(place) } }

  def shell_output(command)
    output = `#{command}`
    raise "#{command}: #{$?}" unless $?.success?
    output
  end

  def assert_match(expected, actual)
    raise "#{actual} has no #{expected}" unless actual.include?(expected)
  end
end

load FORMULA
formula = ObjectSpace.each_object(Formula.singleton_class).find { |it| it != Formula }
raise "the class is named for the file" unless formula.name.downcase == File.basename(FORMULA, ".rb")
if FOLDER.nil?
  puts JSON.generate(Formula::SAID)
else
  Dir.chdir(FOLDER) { formula.new.install }
  formula.new.test if TEST
end
