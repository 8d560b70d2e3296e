# fish completion of kirke: a file kirke.fish in ~/.config/fish/completions, or: kirke completion fish | source
function __kirke_complete
    set -l words (commandline -opc)
    set -l last (commandline -ct)
    set -l lines ($words[1] complete -- $words[2..-1] "$last" 2>/dev/null)
    if test "$lines[1]" = ":files"
        __fish_complete_path "$last"
    else
        printf '%s\n' $lines
    end
end
complete -c kirke -f -a '(__kirke_complete)'
