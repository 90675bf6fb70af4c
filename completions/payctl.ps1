# PowerShell completion for payctl; `payctl completion powershell` prints this file.

Register-ArgumentCompleter -Native -CommandName payctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $words = @($commandAst.CommandElements |
            Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.Extent.Text })
    $given = @($words | Select-Object -Skip 1) + $wordToComplete
    # An empty word at the end may get lost on the way, and the number of words makes up for it.
    $kind, $rows = @(& "$($commandAst.CommandElements[0])" __complete $($words.Count - 1) @given 2>$null)

    if ($kind -eq 'files') {
        $null = $wordToComplete -match '^(--[^=]*=)?((?:.*[/\\])?)'
        $option, $parent = $Matches[1], $Matches[2]
        $part = $wordToComplete.Substring("$option".Length)
        $rows = @(Get-ChildItem -Path "$part*" -ErrorAction SilentlyContinue |
                ForEach-Object { "$option$parent$($_.Name)" })
    }

    foreach ($row in $rows) {
        $word, $about = $row -split "`t", 2
        if (-not $word.StartsWith($wordToComplete, [StringComparison]::OrdinalIgnoreCase)) { continue }
        $text = if ($word -match "[\s'`"``;,()&|]") { "'" + $word.Replace("'", "''") + "'" } else { $word }
        $tip = if ($about) { $about } else { $word }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $tip)
    }
}
