class Shellgate < Formula
  desc "Gate between AI agents and the shell"
  homepage "{{repository}}"
  version "{{version}}"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "{{archive aarch64-apple-darwin}}"
      sha256 "{{sha256 aarch64-apple-darwin}}"
    end
    on_intel do
      url "{{archive x86_64-apple-darwin}}"
      sha256 "{{sha256 x86_64-apple-darwin}}"
    end
  end

  on_linux do
    on_arm do
      url "{{archive aarch64-unknown-linux-musl}}"
      sha256 "{{sha256 aarch64-unknown-linux-musl}}"
    end
    on_intel do
      url "{{archive x86_64-unknown-linux-musl}}"
      sha256 "{{sha256 x86_64-unknown-linux-musl}}"
    end
  end

  def install
    bin.install "shellgate"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/shellgate.bash" => "shellgate"
    zsh_completion.install "completions/_shellgate"
    fish_completion.install "completions/shellgate.fish"
  end

  test do
    assert_match "allow", shell_output("#{bin}/shellgate check --no-policy ls")
  end
end
