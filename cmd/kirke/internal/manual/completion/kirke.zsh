#compdef kirke
# zsh completion of kirke: a file _kirke in a directory of $fpath, or: source <(kirke completion zsh)
_kirke() {
    local -a lines suggestions
    local line
    lines=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ ${lines[1]} == :files ]]; then
        _files
        return
    fi
    for line in "${lines[@]}"; do
        if [[ $line == *$'\t'* ]]; then
            suggestions+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        elif [[ -n $line ]]; then
            suggestions+=("${line//:/\\:}")
        fi
    done
    _describe kirke suggestions
}
if [[ ${funcstack[1]} == _kirke ]]; then
    _kirke "$@"
else
    compdef _kirke kirke
fi
