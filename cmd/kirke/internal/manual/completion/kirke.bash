# bash completion of kirke; load it with: source <(kirke completion bash)
_kirke() {
    local line
    COMPREPLY=()
    while IFS= read -r line; do
        if [[ $line == :files ]]; then
            # Without compopt, as in bash 3, names of directories lack their slash.
            compopt -o default 2>/dev/null ||
                while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
            return
        fi
        COMPREPLY+=("${line%%$'\t'*}")
    done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _kirke kirke
