module github.com/kirke-chess/kirke

go 1.26
