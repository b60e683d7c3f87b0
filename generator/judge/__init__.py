"""What runs mean: rules that turn content and evidence into verdicts, tables and summaries. No effects."""
